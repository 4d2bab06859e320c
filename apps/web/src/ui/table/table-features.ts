import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  metaHelper,
  type ReactTable,
  type Row,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

/** What a table of the page says of a column besides what the library asks for. */
export interface ColumnLooks {
  /** The column in full: for who points at its head, listens, or chooses columns. */
  label: string
  /** Px; null takes what is left. Holds the widest value, so that no live value moves a column. */
  width: number | null
  align: 'start' | 'end'
  /** Has no word in the head for who looks. */
  silent?: boolean
}

/** What every table of the page can do; a table leaves out what it does not need by its options. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnLooks>(),
})
export type Features = typeof features

export type PageTable<T extends object> = ReactTable<Features, T>
export type TableColumn<T extends object> = ColumnDef<Features, T>
export type TableRow<T extends object> = Row<Features, T>

const noLooks: ColumnLooks = { label: '', width: null, align: 'start' }

/** The looks of a column. */
export function looksOf({ columnDef }: { columnDef: { meta?: ColumnLooks } }): ColumnLooks {
  return columnDef.meta ?? noLooks
}
