import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined'
import Button from '@mui/material/Button'
import type { AlertEntry } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MuteMenu } from './mute-menu.tsx'
import type { Target } from './target.ts'
import { nameOf } from './target-name.ts'

const SeveralDialog = lazy(() => import('./several-dialog.tsx'))

interface Props {
  entries: readonly AlertEntry[]
  target: Target | null
  validators: readonly Validator[]
  onTarget: (target: Target) => void
}

/** What concerns more than the target: muting all, and giving its settings to others. */
export function PageActions({ entries, target, validators, onTarget }: Props) {
  const { t } = useTranslation('alerts')
  const [choosing, setChoosing] = useState(false)
  const close = () => setChoosing(false)
  return (
    <>
      <MuteMenu label={t('mute.all')} entries={entries} />
      {target?.kind === 'validators' ? (
        <Button
          size="small"
          startIcon={<PeopleAltOutlined />}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {t('several.open')}
        </Button>
      ) : null}
      {choosing && target?.kind === 'validators' ? (
        <Suspense fallback={null}>
          <SeveralDialog
            first={target.first}
            ids={target.ids}
            name={nameOf(
              validators.find(({ id }) => id === target.first),
              target.first,
            )}
            validators={validators}
            onChoose={(ids) => {
              close()
              onTarget({ kind: 'validators', first: target.first, ids })
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}
