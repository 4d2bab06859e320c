import AddRounded from '@mui/icons-material/AddRounded'
import Autocomplete from '@mui/material/Autocomplete'
import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validatorMatcher } from '../../parts/address-search.ts'
import { shortAddress, ValidatorName } from '../../parts/validator-name.tsx'
import { InputFrame } from '../../ui/input-frame.ts'

/** More matches than these are found by typing on. */
const mostShown = 50

const Frame = styled(InputFrame)(({ theme }) => ({
  width: 200,
  height: 'max(32px, 2rem)',
  padding: '0 10px',
  '& input': { ...theme.typography.table },
  [theme.breakpoints.down('md')]: { height: 'max(42px, 2.625rem)', '& input': { fontSize: '1rem' } },
}))

interface Props {
  validators: readonly Validator[]
  chosen: readonly number[]
  disabled: boolean
  onAdd: (id: number) => void
}

/** Finds a validator by any part of its moniker or of one of its addresses, and adds it. */
export function AddValidator({ validators, chosen, disabled, onAdd }: Props) {
  const { t } = useTranslation('charts')
  const [text, setText] = useState('')
  return (
    <Autocomplete<Validator>
      options={validators.filter(({ id }) => !chosen.includes(id))}
      value={null}
      inputValue={text}
      disabled={disabled}
      clearOnBlur
      blurOnSelect={false}
      autoHighlight
      openOnFocus
      onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
      onChange={(_event, row) => row && onAdd(row.id)}
      filterOptions={(rows, { inputValue }) => rows.filter(validatorMatcher(inputValue)).slice(0, mostShown)}
      getOptionLabel={({ moniker, consensus_address }) => moniker ?? shortAddress(consensus_address)}
      getOptionKey={({ id }) => id}
      noOptionsText={t('noMatch')}
      slotProps={{ popper: { style: { width: 320, maxWidth: '94vw' }, placement: 'bottom-start' } }}
      renderOption={({ key, ...option }, row) => (
        <li key={key} {...option}>
          <ValidatorName row={row} />
        </li>
      )}
      renderInput={({ slotProps: { input, htmlInput } }) => (
        <Frame ref={input.ref} onMouseDown={input.onMouseDown}>
          <AddRounded aria-hidden />
          <input {...htmlInput} placeholder={t('add')} aria-label={t('add')} />
        </Frame>
      )}
    />
  )
}
