import { ensureBuilt } from './ensure-built.ts'

// `npm run build`: builds what is missing or stale.
const built = await ensureBuilt(['web', 'server', 'simnet', 'phone'])
console.log(built.length === 0 ? 'Everything is up to date.' : `Built: ${built.join(', ')}.`)
