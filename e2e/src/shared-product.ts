import { saveProduct } from './product.ts'
import { startProduct } from './start-product.ts'

/** Before all specs: starts the product that they share. The function returned ends it. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  const { product, stop } = await startProduct()
  saveProduct(product)
  return stop
}
