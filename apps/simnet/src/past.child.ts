import { parseArgs } from 'node:util'
import { networkProfiles } from './network-profiles.data.ts'
import { writePast } from './past/write-past.ts'
import { wallClock } from './wall-clock.ts'

const usage = `Writes the last 30 days of the simulated networks, for \`roundsman import\`.

  node past.child.js FILE [--seed TEXT] [--networks celestia,haqq] [--email ADDRESS]

--email is whose alerts are in it; the first network is the one whose validators they are about.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: 'demo' },
    networks: { type: 'string' },
    email: { type: 'string' },
  },
})
const [file] = positionals
const slugs = values.networks?.split(',') ?? networkProfiles.map(({ slug }) => slug)
const profiles = slugs.flatMap((slug) => networkProfiles.find((profile) => profile.slug === slug) ?? [])
if (file === undefined || profiles.length === 0) {
  console.error(usage)
  process.exitCode = 2
} else writePast(file, { seed: values.seed, profiles, email: values.email ?? null, now: wallClock.now() })
