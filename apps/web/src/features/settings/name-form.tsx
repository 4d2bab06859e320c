import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type * as z from 'zod/mini'
import { fieldProblem, formProblem } from '../../data/api/errors.ts'
import type { Action } from '../../data/api/operation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextField, useCheckedForm } from '../../ui/controls/fields.tsx'

/** As long as the contract lets a name be. */
const nameLength = 60

interface Named {
  name: string
}

interface Props {
  name: string
  schema: z.ZodMiniType<Named>
  rename: Pick<Action<Named, unknown>, 'run' | 'loading' | 'error'>
  texts: Readonly<Record<'label' | 'wrong' | 'save' | 'cancel', string>>
  onClose: () => void
}

/** Another name for something of the user's, in its place; the whole of it is chosen, so that typing replaces it. */
export function NameForm({ name, schema, rename, texts, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { wrong, onSubmit } = useCheckedForm(schema, rename.run)
  const { error } = rename
  const problem = wrong.has('name')
    ? texts.wrong
    : error
      ? (fieldProblem(error, 'name') ?? formProblem(error, t, formats))
      : undefined
  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      sx={{ display: 'grid', gap: 3, width: '100%', maxWidth: 400 }}
    >
      <TextField
        name="name"
        label={texts.label}
        problem={problem}
        defaultValue={name}
        maxLength={nameLength}
        autoComplete="off"
        dir="auto"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button type="submit" size="small" variant="contained" loading={rename.loading}>
          {texts.save}
        </Button>
        <Button size="small" variant="text" onClick={onClose}>
          {texts.cancel}
        </Button>
      </Box>
    </Box>
  )
}
