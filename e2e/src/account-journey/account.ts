/** What the one whose life is told knows of it; the steps change it as the product does. */
export interface Account {
  email: string
  password: string
  name: string
}
