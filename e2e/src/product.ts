/** The product under test, as the start-up hands it to the specs (they run in other processes). */
export interface Product {
  /** Address of the demo's default network. */
  open: string
  email: string
  password: string
  mailFolder: string
}

const variable = 'ROUNDSMAN_E2E_PRODUCT'

export function saveProduct(product: Product): void {
  process.env[variable] = JSON.stringify(product)
}

export function theProduct(): Product {
  const text = process.env[variable]
  if (text === undefined) throw new Error(`${variable} is not set: run the suite by its configuration`)
  return JSON.parse(text) as Product
}
