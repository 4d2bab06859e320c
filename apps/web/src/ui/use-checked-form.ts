import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'

interface CheckedForm<F extends string> {
  /** Fields whose last submitted value does not fit the contract. */
  wrong: ReadonlySet<F>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form of the browser, read when it is sent and checked by the schema that the server checks it by. Fields that are
 * left empty are left out, so that an optional one may be.
 */
export function useCheckedForm<T>(
  schema: z.ZodMiniType<T>,
  send: (body: T) => void,
): CheckedForm<keyof T & string> {
  const [wrong, setWrong] = useState<ReadonlySet<keyof T & string>>(new Set())
  return {
    wrong,
    onSubmit(event) {
      event.preventDefault()
      const form = event.currentTarget
      const values = [...new FormData(form)].filter(([, value]) => value !== '')
      const parsed = z.safeParse(schema, Object.fromEntries(values))
      if (parsed.success) {
        setWrong(new Set())
        send(parsed.data)
        return
      }
      const names = parsed.error.issues.map(({ path }) => String(path[0]))
      setWrong(new Set(names as (keyof T & string)[]))
      form.querySelector<HTMLInputElement>(`[name="${names[0]}"]`)?.focus()
    },
  }
}
