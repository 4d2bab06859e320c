/** A product under test; the shared one is handed to the specs by the environment (they run in other processes). */
export interface Product {
  /** Address of the demo's default network. */
  open: string
  email: string
  password: string
  mailFolder: string
  /** Where the stand-in of the phone provider is, and the account there. */
  phones: { url: string; accountSid: string; authToken: string }
}

// Not a ROUNDSMAN_ name: a spec may start another product, which refuses names of these that it does not know.
const variable = 'E2E_PRODUCT'

export function saveProduct(product: Product): void {
  process.env[variable] = JSON.stringify(product)
}

export function theProduct(): Product {
  const text = process.env[variable]
  if (text === undefined) throw new Error(`${variable} is not set: run the suite by its configuration`)
  return JSON.parse(text) as Product
}
