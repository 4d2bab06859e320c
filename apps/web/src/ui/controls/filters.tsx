import FilterListRounded from '@mui/icons-material/FilterListRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { InputFrame } from './fields.tsx'
import { AnchoredMenu, MenuItem } from './menu.tsx'
import { styled } from '../theme/styled.tsx'

interface SearchBoxProps {
  /** What is searched by. */
  label: string
  value: string
  onChange: (value: string) => void
}

const Frame = styledPart(InputFrame)(({ theme }) => ({
  flex: '1 1 180px',
  maxWidth: 300,
  containerType: 'inline-size',
  height: 'max(32px, 2rem)',
  padding: '0 6px 0 10px',
  '& input': { ...theme.typography.table, textOverflow: 'ellipsis' },
  [theme.breakpoints.down('md')]: {
    maxWidth: 'none',
    height: 'max(42px, 2.625rem)',
    '& input': { fontSize: '1rem' },
  },
}))
const Key = styled('kbd')(({ theme }) => ({
  ...theme.typography.caption,
  padding: '1px 7px',
  borderRadius: 4,
  color: theme.vars.palette.text.secondary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '@media (pointer: coarse)': { display: 'none' },
  [theme.breakpoints.down('md')]: { display: 'none' },
  // Rather than a part of what is searched by.
  '@container (max-width: 15rem)': { display: 'none' },
}))

/** A search within the page; "/" goes to it from anywhere on the page, Escape clears it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target
      const writing =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Frame>
      <SearchRounded aria-hidden />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        value={value}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="/"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('')
        }}
      />
      {value === '' ? <Key aria-hidden>/</Key> : null}
    </Frame>
  )
}

export const ChipGroup = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
/** A filter that is pressed or not, with the number of rows behind it in a span; `data-chosen`: one that opens, and filters. */
export const FilterChip = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.button,
  boxSizing: 'border-box',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 'max(32px, 2rem)',
  padding: '0 11px',
  borderRadius: 8,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  transition: 'background-color 120ms ease-out',
  '& > span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '&[aria-pressed="true"], &[data-chosen]': {
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.primary.tint,
    borderColor: theme.vars.palette.primary.tint,
    '& > span': { color: theme.vars.palette.accent.text },
    '@media (forced-colors: active)': { borderColor: 'Highlight' },
  },
}))

/** Marks that can be pressed, in one line; on a phone it scrolls. */
export const ToggleChipRow = styledPart('div')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  minHeight: 24,
  '@media (pointer: coarse)': { minHeight: 40 },
  [theme.breakpoints.down('md')]: { overflowX: 'auto', padding: 2, margin: -2 },
}))

/** Around a mark of a state, which then filters. */
export const ToggleChip = styled('button')(({ theme }) => ({
  all: 'unset',
  flex: 'none',
  borderRadius: 6,
  cursor: 'pointer',
  '&:hover': { filter: 'brightness(0.97)' },
  // Around the mark alone: what a finger can press is higher than what is seen.
  '&[aria-pressed="true"] > span': {
    outline: `1px solid ${theme.vars.palette.text.secondary}`,
    outlineOffset: -1,
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '@media (pointer: coarse)': { minHeight: 40, display: 'inline-grid', placeItems: 'center' },
}))

interface FilterMenuProps<V extends string> {
  choices: readonly V[]
  value: V
  textOf: (choice: V) => string
  /** How many it lets through; null while that is not known. */
  countOf: (choice: V) => ReactNode
  /** Something is filtered out. */
  active: boolean
  onChoose: (choice: V) => void
  /** More entries; they close the menu with what is handed to them, which gives the button that it hangs on. */
  more?: (close: () => HTMLElement | null) => ReactNode
}

/** The filters of a narrow screen behind one button. */
export function FilterMenu<V extends string>(props: FilterMenuProps<V>) {
  const { choices, value, textOf, countOf, active, onChoose, more } = props
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => {
    setAnchor(null)
    return anchor
  }
  return (
    <>
      <FiltersButton label={t('list.filters')} active={active} isOpen={anchor !== null} onOpen={setAnchor} />
      <AnchoredMenu
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { sx: { minWidth: 200 } }, list: { 'aria-label': t('list.filters') } }}
      >
        {choices.map((choice) => {
          const count = countOf(choice)
          return (
            <MenuItem
              key={choice}
              role="menuitemradio"
              aria-checked={choice === value}
              selected={choice === value}
              onClick={() => {
                close()
                onChoose(choice)
              }}
            >
              {textOf(choice)}
              {count === null ? null : (
                <Typography component="span" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
                  {count}
                </Typography>
              )}
            </MenuItem>
          )
        })}
        {more?.(close)}
      </AnchoredMenu>
    </>
  )
}

interface FiltersButtonProps {
  label: string
  /** Something is filtered out. */
  active: boolean
  isOpen: boolean
  onOpen: (anchor: HTMLElement) => void
}

/** The button behind which a narrow screen has its filters. */
export function FiltersButton({ label, active, isOpen, onOpen }: FiltersButtonProps) {
  return (
    <IconButton
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
      sx={{
        width: 42,
        height: 42,
        border: 1,
        borderColor: active ? 'accent.text' : 'dividerStrong',
        ...(active && { color: 'accent.text', bgcolor: 'primary.tint' }),
      }}
    >
      <FilterListRounded sx={{ fontSize: 20 }} />
    </IconButton>
  )
}
