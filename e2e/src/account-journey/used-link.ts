import { expect } from '@playwright/test'
import { arriveAt, type Visitor } from '../visitor.ts'

interface UsedLink {
  /** Keys of words: the button of the form, and the link that leads on from there. */
  button: string
  wayOn: string
  leadsTo: RegExp
  /** Where the form asks for a new one. */
  password?: string
}

/** Opens a used link once more and goes on from there. */
export async function useAgain(
  visitor: Visitor,
  link: string,
  { button, wayOn, leadsTo, password }: UsedLink,
): Promise<void> {
  const { page, input, t } = visitor
  await page.goto(link)
  if (password !== undefined)
    await input.fill(page.getByLabel(t('account:newPassword.title'), { exact: true }), password)
  await input.press(page.getByRole('button', { name: t(button), exact: true }))
  await arriveAt(visitor, t('account:expired.title'))
  await input.press(page.getByRole('link', { name: t(wayOn), exact: true }))
  await expect(page).toHaveURL(leadsTo)
}
