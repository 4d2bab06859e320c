import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { saveFile } from '../../../../data/browser/files.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useCopy } from '../../../../ui/controls/copy.tsx'

interface Props {
  codes: readonly string[]
  email: string
  onClose: () => void
}

/** Shown this once, to be copied, saved or printed; a click beside it does not close it (P755). */
export default function RecoveryCodesDialog({ codes, email, onClose }: Props) {
  const { t } = useTranslation('account')
  const copy = useCopy()
  const id = useId()
  const text = [t('factor.fileHead', { email }), '', ...codes, ''].join('\n')
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 560, maxWidth: 'calc(100% - 32px)' } } }}
    >
      {/* On paper there is nothing but this. */}
      <GlobalStyles
        styles={{
          '@media print': { '#root, .MuiBackdrop-root, .not-printed': { display: 'none !important' } },
        }}
      />
      <DialogTitle id={id} sx={{ pb: 2 }}>
        {t('factor.codesTitle')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Typography>{t('factor.codesHint')}</Typography>
        <Box
          component="ol"
          aria-label={t('factor.recovery')}
          dir="ltr"
          sx={{
            ...{
              m: 0,
              p: 4,
              borderRadius: 2,
              border: 1,
              borderColor: 'divider',
              bgcolor: 'background.sunken',
            },
            ...{ display: 'grid', gap: 2, listStyle: 'none' },
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          }}
        >
          {codes.map((code) => (
            <Typography key={code} component="li" variant="mono">
              {code}
            </Typography>
          ))}
        </Box>
        <Box className="not-printed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button startIcon={<ContentCopyRounded />} onClick={() => copy(codes.join('\n'))}>
            {t('factor.copyCodes')}
          </Button>
          <Button
            startIcon={<DownloadRounded />}
            onClick={() => saveFile('roundsman-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            {t('factor.saveCodes')}
          </Button>
          <Button startIcon={<PrintOutlined />} onClick={() => window.print()}>
            {t('factor.printCodes')}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions className="not-printed" sx={{ p: 5, pt: 3 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('factor.codesKept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
