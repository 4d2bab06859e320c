/** What is read, and beside it a rail of 340; below lg the rail stands under what comes first. */
export const pageColumns = {
  display: 'grid',
  gap: 5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
} as const
