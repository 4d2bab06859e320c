import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PhonePage } from './phone-page.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PhonePage />
    </StrictMode>,
  )
}
