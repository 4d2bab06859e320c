import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/code-block.tsx'
import {
  collectorConfig,
  commandLine,
  environment,
  flagsOf,
  flagsToCollector,
  type PushTarget,
  systemdUnit,
} from './snippets.ts'

const tabs = ['command', 'environment', 'systemd', 'collector'] as const
type SnippetTab = (typeof tabs)[number]

interface Props {
  token: string
  target: PushTarget
}

/** What to run, for each way to run a bridge. */
export function SnippetTabs({ token, target }: Props) {
  const { t } = useTranslation('bridges')
  const id = useId()
  const [tab, setTab] = useState<SnippetTab>('command')
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={tab}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('snippet.ways')}
        onChange={(_event, next: SnippetTab) => setTab(next)}
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root.Mui-selected': { color: 'primary.text' },
        }}
      >
        {tabs.map((one) => (
          <Tab
            key={one}
            value={one}
            label={t(`snippet.${one}.tab`)}
            id={`${id}-${one}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        sx={{ display: 'grid', gap: 3, pt: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Snippets tab={tab} token={token} target={target} />
        <Typography variant="caption" color="textSecondary">
          {t(`snippet.${tab}.hint`)}
        </Typography>
      </Box>
    </Box>
  )
}

function Snippets({ tab, token, target }: Props & { tab: SnippetTab }) {
  const { t } = useTranslation('bridges')
  const flags = <CodeBlock title={t('snippet.flags')} code={flagsOf(target)} />
  switch (tab) {
    case 'command':
      return <CodeBlock title={t('snippet.command.title')} code={commandLine(token, target)} />
    case 'environment':
      return (
        <>
          <CodeBlock title={t('snippet.environment.title')} code={environment(token)} />
          {flags}
        </>
      )
    case 'systemd':
      return (
        <>
          <CodeBlock title={t('snippet.systemd.title')} code={systemdUnit(token)} />
          {flags}
        </>
      )
    case 'collector':
      return (
        <>
          <CodeBlock title={t('snippet.collector.title')} code={collectorConfig(token, target)} />
          <CodeBlock title={t('snippet.flags')} code={flagsToCollector} />
        </>
      )
  }
}
