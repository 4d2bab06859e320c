import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useTranslation } from 'react-i18next'

const steps = ['name', 'run', 'push'] as const

/** How far somebody is who connects a bridge; past the last one all of it is done. */
export function ConnectSteps({ at }: { at: number }) {
  const { t } = useTranslation('bridges')
  return (
    <Stepper
      activeStep={at}
      sx={{
        px: { xs: 4, sm: 6 },
        pb: 4,
        // Beside their numbers the words of a phone would stand in two lines and stick out.
        '& .MuiStep-root': { px: { xs: 1, sm: 2 } },
        '& .MuiStepLabel-root': { flexDirection: { xs: 'column', sm: 'row' }, gap: { xs: 1, sm: 0 } },
        '& .MuiStepLabel-iconContainer': { pr: { xs: 0, sm: 2 } },
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiStepIcon-root.Mui-active, & .MuiStepIcon-root.Mui-completed': { color: 'primary.strong' },
        '& .MuiStepIcon-root': { color: 'text.secondary' },
        // In units of the picture, which grows with the letters by itself.
        '& .MuiStepIcon-text': {
          fontSize: '12px',
          fill: (theme) => theme.vars.palette.background.paper,
        },
        '& .MuiStepIcon-root.Mui-active .MuiStepIcon-text': { fill: '#fff' },
      }}
    >
      {steps.map((step) => (
        <Step key={step}>
          <StepLabel>{t(`connect.step.${step}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  )
}
