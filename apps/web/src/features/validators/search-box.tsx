import SearchRounded from '@mui/icons-material/SearchRounded'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  value: string
  onChange: (value: string) => void
}

const Key = styled('kbd')(({ theme }) => ({
  ...theme.typography.caption,
  padding: '1px 7px',
  borderRadius: 4,
  color: theme.vars.palette.text.secondary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '@media (pointer: coarse)': { display: 'none' },
}))

/** Search by moniker or address; "/" goes to it from anywhere on the page, Escape clears it. */
export function SearchBox({ value, onChange }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target
      const writing =
        target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <OutlinedInput
      inputRef={input}
      value={value}
      placeholder={t('list.search')}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') onChange('')
      }}
      slotProps={{ input: { 'aria-label': t('list.search'), 'aria-keyshortcuts': '/', type: 'search', enterKeyHint: 'search' } }}
      startAdornment={
        <InputAdornment position="start">
          <SearchRounded sx={{ fontSize: 20 }} aria-hidden />
        </InputAdornment>
      }
      endAdornment={value === '' ? <Key aria-hidden>/</Key> : null}
      sx={{
        flex: { xs: 1, md: '0 1 300px' },
        minWidth: 0,
        pr: 1.5,
        '& input': { height: { xs: 40, md: 32 }, pl: 0, fontSize: { xs: '1rem', md: '0.8125rem' } },
        '& input::-webkit-search-cancel-button': { cursor: 'pointer' },
      }}
    />
  )
}
