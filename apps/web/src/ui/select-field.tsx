import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import type { ComponentProps } from 'react'
import { InputFrame } from './input-frame.ts'
import { type FieldTexts, LabelledField } from './labelled-field.tsx'

/** The browser's own list with a label above it: it knows keyboards, screen readers and phones. */
export function SelectField({ label, problem, hint, ...select }: ComponentProps<'select'> & FieldTexts) {
  return (
    <LabelledField label={label} problem={problem} hint={hint}>
      {(field, frame) => (
        <InputFrame
          as="div"
          sx={{
            position: 'relative',
            p: 0,
            '& select': {
              appearance: 'none',
              font: 'inherit',
              typography: 'body1',
              color: 'text.primary',
              bgcolor: 'background.paper',
              border: 0,
              outline: 'none',
              borderRadius: 'inherit',
              width: '100%',
              height: '100%',
              px: 3,
              paddingInlineEnd: 10,
              cursor: 'pointer',
            },
            '& > svg': { position: 'absolute', insetInlineEnd: 10, pointerEvents: 'none' },
          }}
          {...frame}
        >
          <select {...select} {...field} />
          <ExpandMoreRounded aria-hidden />
        </InputFrame>
      )}
    </LabelledField>
  )
}
