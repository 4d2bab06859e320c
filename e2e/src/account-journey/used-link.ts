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
  const { page, hand, say } = visitor
  await page.goto(link)
  if (password !== undefined)
    await hand.fill(page.getByLabel(say('account:newPassword.title'), { exact: true }), password)
  await hand.press(page.getByRole('button', { name: say(button), exact: true }))
  await arriveAt(visitor, say('account:expired.title'))
  await hand.press(page.getByRole('link', { name: say(wayOn), exact: true }))
  await expect(page).toHaveURL(leadsTo)
}
