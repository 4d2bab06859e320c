/** What the user of the journey knows; the steps change it as the product does. */
export interface Account {
  email: string
  password: string
  name: string
}
