import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { shortAddress } from '../../parts/validator-name.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { safeContact } from './safe-contact.ts'

/** What the validator says of itself, as text and nothing else, and its addresses. */
export function AboutCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const { description, security_contact: contact, unbonding_at: unbonding } = details
  const plainContact = contact !== null && contact.trim() !== '' && safeContact(contact) === null
  const addresses = [
    ['operator', details.operator_address],
    ['consensus', details.consensus_address],
    ['identity', details.identity === '' ? null : details.identity],
  ] as const
  return (
    <Card title={t('about.title')}>
      {description === null || description.trim() === '' ? null : (
        <Typography
          variant="table"
          component="p"
          color="textSecondary"
          dir="auto"
          sx={{ mt: 0, mb: 3, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
        >
          {description}
        </Typography>
      )}
      <Facts>
        {addresses.map(([key, value]) =>
          value === null ? null : (
            <div key={key}>
              <dt>{t(`about.${key}`)}</dt>
              <Box component="dd" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                <Typography
                  variant="mono"
                  component="span"
                  dir="ltr"
                  title={value}
                  sx={{ overflowWrap: 'anywhere' }}
                >
                  {shortAddress(value)}
                </Typography>
                <CopyButton text={value} label={t(`about.copy.${key}`)} />
              </Box>
            </div>
          ),
        )}
        {plainContact ? (
          <div>
            <dt>{t('about.contact')}</dt>
            <dd dir="auto">{contact}</dd>
          </div>
        ) : null}
        {unbonding === null ? null : (
          <div>
            <dt>{t('about.unbonding')}</dt>
            <dd>{formats.time(unbonding, now)}</dd>
          </div>
        )}
      </Facts>
    </Card>
  )
}
