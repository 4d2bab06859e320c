import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type AlertEntry, targetTypeOf } from '@roundsman/contract/alerts/alerts'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAlreadyTrue } from '../../../data/alerts/alert-conditions.ts'
import { formProblem, isProblem } from '../../../data/api/errors.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { aboutOf, chosenOf, isEvery, kindOf, type Target } from '../targets/target.ts'
import type { DraftBoxes } from './draft-boxes.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** At the end of the settings, and in view as long as any of them is. */
const Sticky = styled('div')(({ theme }) => ({
  position: 'sticky',
  zIndex: 2,
  bottom: 'calc(var(--rm-footer-height, 0px) + var(--rm-top-line, 0px))',
  borderRadius: '0 0 10px 10px',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.background.paper,
}))
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '12px 20px',
  backgroundColor: theme.vars.palette.action.selected,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > svg': { fontSize: 18, flex: 'none', color: theme.vars.palette.accent.text },
  '& > p': {
    ...theme.typography.label,
    flex: '1 1 120px',
    margin: 0,
    color: theme.vars.palette.accent.text,
  },
  // Where the settings take the whole width, the way to the top stands in its edge.
  [theme.breakpoints.between('sm', 'lg')]: { paddingInline: 32 },
  [theme.breakpoints.down('sm')]: { gap: 8, padding: '10px 16px', '& > svg': { display: 'none' } },
}))

interface Props {
  draft: DraftBoxes
  target: Target
  /** What is set, of every target. */
  entries: readonly AlertEntry[]
  bridges: readonly Bridge[]
}

/** What is not saved yet, and why not if it was tried; once it is, what of it is true already, and so not sent (P877). */
export function SaveBar({ draft, target, entries, bridges }: Props) {
  const { changes, others, save, discard } = draft
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const already = useAlreadyText(draft, target)
  const gaps = useGapsText(draft, target, { entries, bridges })
  // What stands beside “Saved”, as it was when it was saved: what begins afterwards is sent.
  const [remarks, setRemarks] = useState<string | null>(null)
  const ofBridges = kindOf(target) === 'bridges'
  const { loading, error } = save
  const elsewhere = isProblem(error, 'changed_elsewhere')
  const isPending = changes > 0 || others > 0 || loading
  const said = save.loaded && !isPending ? remarks : null
  const status = loading
    ? t('save.saving')
    : changes > 0
      ? t('save.changes', { count: changes, value: formats.integer(changes) })
      : t(ofBridges ? 'save.otherBridges' : 'save.others', { count: others, value: formats.integer(others) })
  return (
    <Sticky>
      {error ? (
        <Alert severity={elsewhere ? 'warning' : 'error'} role="alert" sx={{ m: 4 }}>
          {elsewhere
            ? changes > 0
              ? t('save.changedElsewhere')
              : t('save.sameElsewhere')
            : t('save.failed', { why: formProblem(error, tCommon, formats) })}
        </Alert>
      ) : null}
      {isPending || said !== null ? (
        <Bar>
          <InfoOutlined aria-hidden />
          <p role="status">{said === null ? status : `${t('save.saved')} ${said}`}</p>
          {changes > 0 ? (
            <Button
              variant="text"
              color="inherit"
              sx={{ color: 'text.primary' }}
              disabled={loading}
              onClick={discard}
            >
              {t('save.discard')}
            </Button>
          ) : null}
          {said === null ? (
            <Button
              variant="contained"
              loading={loading}
              onClick={() => {
                setRemarks([already, gaps].filter(Boolean).join(' ') || null)
                save.run()
              }}
            >
              {t('save.save')}
            </Button>
          ) : (
            <Button variant="text" onClick={() => setRemarks(null)}>
              {t('close')}
            </Button>
          )}
        </Bar>
      ) : null}
    </Sticky>
  )
}

/** What of the alerts that are turned on is true at this moment; of several, that it may be. Null: nothing, or not known. */
function useAlreadyText({ begun }: DraftBoxes, target: Target): string | null {
  const { t } = useTranslation('alerts')
  const isOne = !isEvery(target) && (chosenOf(target)?.ids.length ?? 1) === 1
  const names = useAlreadyTrue(aboutOf(target), isOne ? begun : [])
  if (!isOne) return begun.length === 0 ? null : t('save.alreadyOfSeveral')
  return names === undefined || names.length === 0 ? null : t('offer.already', { list: names.join(', ') })
}

/**
 * What else of theirs nobody tells them of, where alerts of a validator are turned on (P906): the network, without which
 * nothing is known of it, and their bridges.
 */
function useGapsText(
  { begun }: DraftBoxes,
  target: Target,
  { entries, bridges }: Pick<Props, 'entries' | 'bridges'>,
): string | null {
  const { t } = useTranslation('alerts')
  if (begun.length === 0 || kindOf(target) !== 'validators') return null
  const has = (type: 'BRIDGE' | 'ANY') => entries.some(({ setting_id }) => targetTypeOf(setting_id) === type)
  const gaps = [
    has('ANY') ? null : t('save.noNetwork'),
    bridges.some(({ owned }) => owned) && !has('BRIDGE') ? t('save.noBridges') : null,
  ]
  return gaps.filter(Boolean).join(' ') || null
}
