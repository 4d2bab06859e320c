import type { ComponentProps, ReactNode } from 'react'
import { InputFrame } from './input-frame.ts'
import { type FieldTexts, LabelledField } from './labelled-field.tsx'

interface Props extends ComponentProps<'input'>, FieldTexts {
  /** Inside the frame, after the input. */
  end?: ReactNode
  /** Opposite the label; after the input for the keyboard. */
  aside?: ReactNode
}

/** An input with its label above it and what is wrong below it. */
export function TextField({ label, problem, hint, end, aside, ...input }: Props) {
  return (
    <LabelledField label={label} problem={problem} hint={hint} aside={aside}>
      {(field, frame) => (
        <InputFrame as="div" {...frame}>
          <input {...input} {...field} />
          {end}
        </InputFrame>
      )}
    </LabelledField>
  )
}
