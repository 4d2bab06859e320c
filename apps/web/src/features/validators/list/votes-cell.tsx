import { useParticipation } from '../../../data/network/governance.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { FigureText, votesFigure } from './row-figures.tsx'

/** In how many of the last votes a validator voted (P995); asked for only by who shows the column. */
export default function VotesCell({ id }: { id: number }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const { known } = useParticipation()
  return <FigureText {...votesFigure(id, known ?? null, t, formats)} />
}
