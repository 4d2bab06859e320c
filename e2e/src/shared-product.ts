import { parseArgs } from 'node:util'
import { saveProduct } from './product.ts'
import { startProduct } from './start-product.ts'

/** Before all specs: starts the product that they share, unless `--project stage` needs none. The function returned ends it. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  if (isStageAlone(process.argv)) return () => Promise.resolve()
  const { product, stop } = await startProduct()
  saveProduct(product)
  return stop
}

/** A global setup does not learn from Playwright which projects were chosen. */
function isStageAlone(args: readonly string[]): boolean {
  const { values, positionals } = parseArgs({
    args: [...args.slice(2)],
    options: { project: { type: 'string', multiple: true } },
    strict: false,
  })
  // `--project stage product` names both.
  return values.project?.join() === 'stage' && !positionals.includes('product')
}
