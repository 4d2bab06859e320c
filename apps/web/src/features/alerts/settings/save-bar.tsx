import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formProblem, isProblem } from '../../../data/api/errors.ts'
import { useFormats } from '../../../i18n/formats.ts'
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
  /** What is chosen are bridges. */
  ofBridges: boolean
}

/** What is not saved yet, and why not if it was tried. */
export function SaveBar({ draft: { changes, others, save, discard }, ofBridges }: Props) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { loading, error } = save
  const elsewhere = isProblem(error, 'changed_elsewhere')
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
      {changes > 0 || others > 0 || loading ? (
        <Bar>
          <InfoOutlined aria-hidden />
          <p role="status">{status}</p>
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
          <Button variant="contained" loading={loading} onClick={() => save.run()}>
            {t('save.save')}
          </Button>
        </Bar>
      ) : null}
    </Sticky>
  )
}
