import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationsKey, wantsNotifications } from '../../data/alert-history/notification-choice.ts'
import { browserNotifications } from '../../data/browser-notifications.ts'
import { useServices } from '../../data/services.ts'
import { say, sayWrong } from '../../ui/say.ts'

/** Whether this browser shows new alerts outside its window, and how to change it; asks the user only at a click. */
export function useNotifications(): { isOn: boolean; toggle: () => void } {
  const { t } = useTranslation('history')
  const { storage } = useServices()
  const [isOn, setOn] = useState(
    () => wantsNotifications(storage) && browserNotifications.permission() === 'granted',
  )
  const set = (wanted: boolean) => {
    storage.write(notificationsKey, String(wanted))
    setOn(wanted)
    say(t(wanted ? 'notifications.isOn' : 'notifications.isOff'))
  }
  async function turnOn(): Promise<void> {
    if (browserNotifications.permission() === 'default') await browserNotifications.ask()
    const permission = browserNotifications.permission()
    if (permission === 'granted') set(true)
    else if (permission === 'denied') sayWrong(t('notifications.denied'))
    else if (permission === 'none') sayWrong(t('notifications.none'))
  }
  return { isOn, toggle: () => (isOn ? set(false) : void turnOn()) }
}
