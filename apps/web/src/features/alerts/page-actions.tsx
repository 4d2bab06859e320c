import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined'
import Button from '@mui/material/Button'
import type { AlertEntry } from '@roundsman/contract/alerts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choices } from './choices.ts'
import { MuteMenu } from './mute-menu.tsx'
import { chosenOf, type Target } from './target.ts'

const SeveralDialog = lazy(() => import('./several-dialog.tsx'))

interface Props {
  entries: readonly AlertEntry[]
  target: Target | null
  choices: Choices
  onTarget: (target: Target) => void
}

/** What concerns more than the target: muting all, and giving its settings to others. */
export function PageActions({ entries, target, choices, onTarget }: Props) {
  const { t } = useTranslation('alerts')
  const [choosing, setChoosing] = useState(false)
  const close = () => setChoosing(false)
  const chosen = chosenOf(target)
  return (
    <>
      <MuteMenu label={t('mute.all')} entries={entries} />
      {chosen ? (
        <Button
          size="small"
          startIcon={<PeopleAltOutlined />}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {t('several.open')}
        </Button>
      ) : null}
      {choosing && chosen ? (
        <Suspense fallback={null}>
          <SeveralDialog
            target={chosen}
            choices={choices}
            onChoose={(ids) => {
              close()
              onTarget({ ...chosen, ids })
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}
