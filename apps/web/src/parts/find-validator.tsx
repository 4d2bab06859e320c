import Autocomplete from '@mui/material/Autocomplete'
import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/networks/validators'
import { type ReactNode, useState } from 'react'
import { InputFrame } from '../ui/controls/fields.tsx'
import { ValidatorName } from './validator-cells.tsx'
import { validatorMatcher } from './validator-matcher.ts'
import { validatorName } from './validator-name.ts'

/** More matches than these are found by typing on. */
const mostShown = 50

const Frame = styled(InputFrame)(({ theme }) => ({
  height: 'max(32px, 2rem)',
  padding: '0 10px',
  '& input': { ...theme.typography.table },
  [theme.breakpoints.down('md')]: { height: 'max(42px, 2.625rem)', '& input': { fontSize: '1rem' } },
}))

interface Props {
  validators: readonly Validator[]
  /** What is searched by. */
  label: string
  /** In place of what is not found. */
  noMatch: string
  /** Before the words. */
  icon: ReactNode
  /** Px; as wide as its place where none is said. */
  width?: number
  disabled?: boolean
  onChoose: (id: number) => void
}

/** Finds a validator by any part of its moniker or of one of its addresses. */
export function FindValidator({
  validators,
  label,
  noMatch,
  icon,
  width,
  disabled = false,
  onChoose,
}: Props) {
  const [text, setText] = useState('')
  return (
    <Autocomplete<Validator>
      options={validators}
      value={null}
      inputValue={text}
      disabled={disabled}
      clearOnBlur
      blurOnSelect={false}
      autoHighlight
      openOnFocus
      onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
      onChange={(_event, row) => row && onChoose(row.id)}
      filterOptions={(rows, { inputValue }) => rows.filter(validatorMatcher(inputValue)).slice(0, mostShown)}
      getOptionLabel={validatorName}
      getOptionKey={({ id }) => id}
      noOptionsText={noMatch}
      slotProps={{ popper: { style: { width: 320, maxWidth: '94vw' }, placement: 'bottom-start' } }}
      renderOption={({ key, ...option }, row) => (
        <li key={key} {...option}>
          <ValidatorName row={row} />
        </li>
      )}
      renderInput={({ slotProps: { input, htmlInput } }) => (
        <Frame ref={input.ref} onMouseDown={input.onMouseDown} style={{ width }}>
          {icon}
          <input {...htmlInput} placeholder={label} aria-label={label} />
        </Frame>
      )}
    />
  )
}
