import { HorizontalNav } from './horizontal-nav.tsx'
import { useNavigation } from './use-navigation.ts'

/** The product's own navigation as a row; loaded by those who chose the horizontal layout. */
export default function NavRow() {
  return <HorizontalNav {...useNavigation()} />
}
