import ZoomInRounded from '@mui/icons-material/ZoomInRounded'
import ZoomOutRounded from '@mui/icons-material/ZoomOutRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Slider from '@mui/material/Slider'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { drawOn, type Picture, type PictureArea } from '../../../data/browser/picture.ts'

interface Props {
  picture: Picture
  busy: boolean
  problem: string | null
  onSave: (area: PictureArea) => void
  onClose: () => void
}

const maxZoom = 4
/** Of the small picture, in the pixels of a screen that has two for each. */
const previewSide = 144

/**
 * Which square of a picture is shown: it is moved by pointer, touch or arrow keys and made larger by a slider. A round
 * frame and the small picture beside it show what others will see.
 */
export default function CropDialog({ picture, busy, problem, onSave, onClose }: Props) {
  const { t } = useTranslation('account')
  const id = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<PictureArea | null>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  function show(now: PictureArea): void {
    setArea(now)
    if (preview.current) drawOn(preview.current, picture.canvas, now)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      maxWidth={false}
      slotProps={{
        container: { sx: { outline: 'none !important' } },
        paper: { sx: { width: 480 } },
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, p: { xs: 4, sm: 5 } }}>
        <Box>
          <Typography id={`${id}-title`} variant="h5" component="h2">
            {t('avatar.cropTitle')}
          </Typography>
          <Typography id={`${id}-hint`} color="textSecondary">
            {t('avatar.cropHint')}
          </Typography>
        </Box>
        {/* The library reckons from the left, whatever the direction of the page. */}
        <Box
          dir="ltr"
          sx={{
            position: 'relative',
            // As high as wide: then the frame is as large as it can be for any picture.
            width: 'min(100%, 320px, 45vh)',
            aspectRatio: '1',
            mx: 'auto',
            borderRadius: '10px',
            overflow: 'hidden',
            bgcolor: 'background.sunken',
            '& [role="application"]:focus-visible': {
              outline: '3px solid',
              outlineColor: 'primary.main',
              outlineOffset: '-3px',
            },
          }}
        >
          <Cropper
            image={picture.url}
            crop={crop}
            zoom={zoom}
            maxZoom={maxZoom}
            aspect={1}
            objectFit="cover"
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            disableAutomaticStylesInjection
            cropperProps={{
              role: 'application',
              'aria-label': t('avatar.cropArea'),
              'aria-describedby': `${id}-hint`,
            }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => show(pixels)}
          />
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flex: 1, minWidth: 0 }}>
            <ZoomOutRounded aria-hidden sx={{ fontSize: 20, color: 'text.secondary' }} />
            <Slider
              aria-label={t('avatar.zoom')}
              min={1}
              max={maxZoom}
              step={0.1}
              value={zoom}
              getAriaValueText={(value) => `${Math.round(value * 100)} %`}
              onChange={(_, value) => setZoom(Number(value))}
            />
            <ZoomInRounded aria-hidden sx={{ fontSize: 20, color: 'text.secondary' }} />
          </Box>
          <Box
            component="canvas"
            ref={preview}
            width={previewSide}
            height={previewSide}
            role="img"
            aria-label={t('avatar.preview')}
            sx={{
              width: 72,
              height: 72,
              boxSizing: 'border-box',
              flex: 'none',
              borderRadius: '50%',
              border: 1,
              borderColor: 'divider',
              bgcolor: 'background.sunken',
            }}
          />
        </Box>
        <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
          {problem === null ? null : <Alert severity="error">{problem}</Alert>}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 3 }}>
          <Button onClick={onClose}>{t('phone.cancel')}</Button>
          <Button
            variant="contained"
            loading={busy}
            disabled={area === null}
            onClick={() => area && onSave(area)}
          >
            {t('avatar.save')}
          </Button>
        </Box>
      </Box>
    </Dialog>
  )
}
