import SearchRounded from '@mui/icons-material/SearchRounded'
import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { InputFrame } from './input-frame.ts'

interface Props {
  /** What is searched by. */
  label: string
  value: string
  onChange: (value: string) => void
}

const Frame = styled(InputFrame)(({ theme }) => ({
  flex: '1 1 180px',
  maxWidth: 300,
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
}))

/** A search within the page; "/" goes to it from anywhere on the page, Escape clears it. */
export function SearchBox({ label, value, onChange }: Props) {
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
