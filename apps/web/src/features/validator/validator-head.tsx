import InfoOutlined from '@mui/icons-material/InfoOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Outage, ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import { type NetworkStatus, shortAddress } from '@roundsman/contract/networks/validators'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { GridLetters } from '../../data/network/details.ts'
import { useFavourites } from '../../data/services/preferences.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { validatorName } from '../../parts/validator-name.ts'
import { SilenceMark } from '../../parts/silences/silence-marks.tsx'
import { explorerLink, OutLink, safeWebsite } from '../../parts/out-link.tsx'
import { countLetters, guessTime } from '../../parts/signing/block-facts.ts'
import { RecommendedToast } from '../../parts/alerts/recommended-offer.tsx'
import { StateCell } from '../../parts/validator-state.tsx'
import { CopiedAddress } from '../../ui/controls/copy.tsx'
import { ExplainedWord, Explanation, useExplained } from '../../ui/controls/explained.tsx'
import { RouteButton, RouteLink } from '../../ui/controls/links.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { DetailHead } from '../../ui/page/detail-page.tsx'

interface Props {
  details: ValidatorDetails
  since: Since | null
  /** Seconds since the state was last seen, where it is too old to be taken for the present one. */
  staleAge: number | null
  halted: boolean
  /** Why what is shown is not of this moment. */
  notice: ReactNode
}

/** Who it is, how it stands and since when, and what can be done about it. */
export function ValidatorHead({ details, since, staleAge, halted, notice }: Props) {
  const { t } = useTranslation('validator')
  const { t: tCommon } = useTranslation()
  const { button, panel } = useExplained()
  const state = stateOf(details)
  const name = validatorName(details)
  const address = details.operator_address ?? details.consensus_address
  const website = safeWebsite(details.website)
  const contact = safeContact(details.security_contact)
  return (
    <DetailHead
      name={name}
      crumbs={t('crumbs')}
      back={
        <RouteLink to="/" style={{ lineHeight: '1.5rem' }}>
          {tCommon('list.title')}
        </RouteLink>
      }
      notice={notice}
      picture={
        <Monogram
          name={details.moniker ?? '#'}
          seed={details.consensus_address}
          image={details.avatar}
          size={56}
        />
      }
      state={
        <>
          <ExplainedWord {...button}>
            <StateCell state={state} staleAge={staleAge} halted={halted} />
            <InfoOutlined aria-hidden />
          </ExplainedWord>
          {since === null ? null : <SinceText since={since} />}
          <SilenceMark target={{ validator: details.id }} />
          <Explanation {...panel} style={{ flexBasis: '100%' }}>
            {t(`term.${state.kind}`)}
          </Explanation>
        </>
      }
      lines={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 16px', minWidth: 0 }}>
          <CopiedAddress address={address} short={shortAddress(address)} label={t('copyAddress')} />
          {website === null ? null : <OutLink href={website}>{hostOf(website)}</OutLink>}
          {contact === null ? null : (
            <OutLink href={contact}>{details.security_contact?.trim() ?? ''}</OutLink>
          )}
        </Box>
      }
      actions={<Actions details={details} />}
    />
  )
}

function Actions({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const { network } = useServices()
  const favourites = useFavourites()
  const isMine = favourites.ids.has(details.id)
  const [isAdded, setAdded] = useState(false)
  const explorer = explorerLink(network.explorer_url, details)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button
        startIcon={isMine ? <StarRounded /> : <StarBorderRounded />}
        aria-pressed={isMine}
        onClick={() => {
          favourites.set(details.id, !isMine)
          setAdded(!isMine)
        }}
      >
        {t(isMine ? 'isMine' : 'makeMine')}
      </Button>
      {/* Its card with the same offer may be far below what is in sight. */}
      {isAdded && isMine ? (
        <RecommendedToast targets={[{ validator: details.id }]} name={validatorName(details)} />
      ) : null}
      {explorer === null ? null : (
        <Button
          component="a"
          href={explorer.url}
          target="_blank"
          rel="noopener noreferrer"
          startIcon={<OpenInNewRounded />}
        >
          {t('explorer')}
        </Button>
      )}
      <RouteButton startIcon={<ShowChartRounded />} to="/charts" search={{ validator: [String(details.id)] }}>
        {t('charts')}
      </RouteButton>
      <RouteButton
        variant="contained"
        startIcon={<NotificationsOutlined />}
        to="/alerts"
        search={{ validator: [String(details.id)] }}
      >
        {t('setAlerts')}
      </RouteButton>
    </Box>
  )
}

/** "since 10:41:02, height 9,412,295"; it is written with seconds for a day. */
function SinceText({ since: { at, about, height } }: { since: Since }) {
  const { t } = useTranslation('validator')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const time = at === null ? null : formats.time(at, now)
  const parts = [
    time === null ? null : about ? tCommon('strip.about', { time }) : time,
    height === null ? null : t('height', { height: formats.integer(height) }),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <Typography variant="caption" component="span" color="textSecondary">
      {t('since', { when: parts.join(', ') })}
    </Typography>
  )
}

function hostOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

/** Since when something is so, as far as that is known. */
interface Since {
  at: string | null
  /** The time follows from the pace of the network. */
  about: boolean
  height: number | null
}

/** Since when the state holds that is shown; null where nobody saw it begin. */
export function stateSince(
  details: ValidatorDetails,
  letters: GridLetters | null,
  status: NetworkStatus | undefined,
): Since | null {
  const { kind } = stateOf(details)
  if (kind === 'missing' || kind === 'risk') return missingSince(details.outage, letters, status)
  const since = details.state_since
  // The stream brings a state before the details say since when.
  return since?.state === kind ? { at: since.at, about: false, height: since.height } : null
}

function missingSince(
  outage: Outage | null,
  letters: GridLetters | null,
  status: NetworkStatus | undefined,
): Since | null {
  if (outage && !outage.at_least && outage.last_height - outage.first_height + 1 === outage.blocks)
    return { at: outage.from, about: false, height: outage.first_height }
  if (letters === null) return null
  const { missedNow } = countLetters(letters.letters)
  const before = letters.letters.at(-1 - missedNow)
  // Without the block before, it may have begun earlier.
  if (missedNow === 0 || before === undefined || before === '-') return null
  const height = letters.from + letters.letters.length - missedNow
  return { at: guessTime(height, status), about: true, height }
}

/** Validators write their contact themselves: an address of mail or of a page leads somewhere, anything else is text. */
export function safeContact(contact: string | null): string | null {
  const text = contact?.trim() ?? ''
  if (/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)) return `mailto:${text}`
  return /^https?:\/\//i.test(text) ? safeWebsite(text) : null
}
