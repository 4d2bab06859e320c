/** What menus are made of, as one chunk (lazy-menu.tsx). */
export { default as Divider } from '@mui/material/Divider'
export { default as Menu } from '@mui/material/Menu'
export { default as MenuItem } from '@mui/material/MenuItem'
