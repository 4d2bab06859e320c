import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CodeBlock } from '../../../ui/controls/copy.tsx'

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
          '& .MuiTab-root.Mui-selected': { color: 'accent.text' },
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

/** Where bridges push to: what a browser reaches, a bridge reaches too. */
export interface PushTarget {
  /** `celestia.example.org:443`: a bridge takes neither scheme nor path. */
  endpoint: string
  /** `https://celestia.example.org`, as a collector wants it. */
  url: string
  tls: boolean
}

/** @param origin of the page: `https://celestia.example.org` */
export function targetOf(origin: string): PushTarget {
  const url = new URL(origin)
  const tls = url.protocol === 'https:'
  const port = url.port === '' ? (tls ? '443' : '80') : url.port
  return { endpoint: `${url.hostname}:${port}`, url: url.origin, tls }
}

const variable = 'OTEL_EXPORTER_OTLP_HEADERS'

/** The token as the variable has it: its values are percent-decoded, and have no space. */
function headerOf(token: string): string {
  return `Authorization=Bearer%20${encodeURIComponent(token)}`
}

/** What a bridge is started with besides the flags that it has. */
export function flagsOf({ endpoint, tls }: PushTarget): string {
  return `--metrics --p2p.metrics${tls ? '' : ' --metrics.tls=false'} --metrics.endpoint ${endpoint}`
}

/** For a shell. */
export function commandLine(token: string, target: PushTarget): string {
  return `${variable}='${headerOf(token)}' \\\n  celestia bridge start ${flagsOf(target).replace(' --metrics.endpoint', ' \\\n  --metrics.endpoint')}`
}

/** For files of variables, Docker and Kubernetes, which would take quotes for a part of the value. */
export function environment(token: string): string {
  return `${variable}=${headerOf(token)}`
}

/** A drop-in of a unit; in those a percent sign is written twice. */
export function systemdUnit(token: string): string {
  return `[Service]\nEnvironment="${variable}=${headerOf(token).replaceAll('%', '%%')}"`
}

const collectorEndpoint = 'localhost:4318'

/** What a bridge with a collector on the same machine is started with. */
const flagsToCollector = flagsOf({ endpoint: collectorEndpoint, url: '', tls: false })

/** An OpenTelemetry collector that passes on what one bridge pushes to it; its exporter adds `/v1/metrics` itself. */
export function collectorConfig(token: string, { url }: PushTarget): string {
  return `receivers:
  otlp:
    protocols:
      http:
        endpoint: ${collectorEndpoint}
exporters:
  otlphttp/roundsman:
    endpoint: ${url}
    headers:
      Authorization: Bearer ${token}
service:
  pipelines:
    metrics/bridge:
      receivers: [otlp]
      exporters: [otlphttp/roundsman]`
}
