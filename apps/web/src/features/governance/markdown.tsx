import { lexer, type Token, type Tokens } from 'marked'
import { createContext, Fragment, type ReactNode, use, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { OutLink } from '../../parts/out-link.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { safeHref } from '../../parts/governance/proposal-text.ts'

const Prose = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  overflowWrap: 'anywhere',
  '& > :last-child': { marginBottom: 0 },
  '& p, & ul, & ol, & pre, & blockquote, & hr, & [data-scrolls]': { margin: '0 0 12px' },
  '& h3, & h4, & h5, & h6': { ...theme.typography.h6, margin: '0 0 8px' },
  '& > * + :is(h3, h4, h5, h6)': { marginTop: 20 },
  '& ul, & ol': { paddingInlineStart: 24 },
  '& li': { margin: '4px 0' },
  '& li > p': { marginBottom: 4 },
  '& blockquote': {
    paddingInlineStart: 12,
    borderInlineStart: `3px solid ${theme.vars.palette.dividerStrong}`,
    color: theme.vars.palette.text.secondary,
  },
  '& hr': { border: 0, borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& code, & pre': { ...theme.typography.mono, fontSize: '0.8125rem' },
  '& code': { padding: '1px 4px', borderRadius: 4, backgroundColor: theme.vars.palette.background.sunken },
  '& pre': {
    padding: '10px 12px',
    borderRadius: 8,
    whiteSpace: 'pre-wrap',
    border: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& pre > code': { padding: 0, backgroundColor: 'transparent' },
  '& table': { borderCollapse: 'collapse', width: '100%' },
  '& th, & td': {
    padding: '4px 10px',
    border: `1px solid ${theme.vars.palette.divider}`,
    textAlign: 'start',
  },
}))

/** Deeper than anybody writes; what is within is shown as it was written. */
const deepest = 6

/**
 * Markdown that somebody else wrote, as elements and never as HTML: what is HTML in it is shown as text, images are not
 * loaded but linked, and links say that they lead away (P960–P962).
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => tokensOf(text), [text])
  if (tokens === null)
    return (
      <Prose dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Prose>
    )
  return (
    <Prose dir="auto">
      <LevelsContext value={levelsOf(tokens)}>
        <Blocks tokens={tokens} depth={0} />
      </LevelsContext>
    </Prose>
  )
}

/** Null where the text was made to be too much for a parser: then it is shown as it was written. */
function tokensOf(text: string): Token[] | null {
  try {
    return lexer(text, { gfm: true })
  } catch {
    return null
  }
}

interface Nested {
  tokens: readonly Token[]
  depth: number
}

/** The levels that the text has, highest first: its highest stands right below the heading of its card. */
const LevelsContext = createContext<readonly number[]>([])

function levelsOf(tokens: readonly Token[]): number[] {
  const levels = tokens.flatMap((token) =>
    token.type === 'heading' ? [(token as Tokens.Heading).depth] : [],
  )
  return [...new Set(levels)].sort()
}

function Heading({ token, depth }: { token: Tokens.Heading; depth: number }) {
  const at = Math.max(0, use(LevelsContext).indexOf(token.depth))
  const Level = (['h3', 'h4', 'h5'] as const)[at] ?? 'h6'
  return (
    <Level>
      <Inline tokens={token.tokens} depth={depth} />
    </Level>
  )
}

function Blocks({ tokens, depth }: Nested): ReactNode {
  if (depth > deepest) return tokens.map(({ raw }) => raw).join('')
  return keyed(tokens, (token) => {
    switch (token.type) {
      case 'space':
      case 'def':
        return null
      case 'heading':
        return <Heading token={token as Tokens.Heading} depth={depth} />
      case 'hr':
        return <hr />
      case 'code':
        return (
          <pre dir="ltr">
            <code>{(token as Tokens.Code).text}</code>
          </pre>
        )
      case 'blockquote':
        return (
          <blockquote>
            <Blocks tokens={(token as Tokens.Blockquote).tokens} depth={depth + 1} />
          </blockquote>
        )
      case 'list':
        return <List list={token as Tokens.List} depth={depth} />
      case 'table':
        return <Table table={token as Tokens.Table} depth={depth} />
      case 'paragraph':
        return (
          <p>
            <Inline tokens={(token as Tokens.Paragraph).tokens} depth={depth} />
          </p>
        )
      case 'text':
        return <Inline tokens={[token]} depth={depth} />
      default:
        return <p>{token.raw}</p>
    }
  })
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, at) => (
    <li key={at}>
      {item.task ? <span aria-hidden>{item.checked ? '☑ ' : '☐ '}</span> : null}
      <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} depth={depth + 1} />
    </li>
  ))
  if (!list.ordered) return <ul>{items}</ul>
  return <ol {...(list.start === '' ? {} : { start: list.start })}>{items}</ol>
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  const { t } = useTranslation('governance')
  return (
    // It may scroll, which a keyboard needs a stop for.
    <div
      data-scrolls=""
      tabIndex={0}
      role="group"
      aria-label={t('tableInText')}
      style={{ overflowX: 'auto' }}
    >
      <table>
        <thead>
          <tr>
            {keyed(table.header, ({ tokens }) => (
              <th scope="col">
                <Inline tokens={tokens} depth={depth} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(table.rows, (cells) => (
            <tr>
              {keyed(cells, ({ tokens }) => (
                <td>
                  <Inline tokens={tokens} depth={depth} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Inline({ tokens, depth }: Nested): ReactNode {
  if (depth > deepest) return tokens.map(({ raw }) => raw).join('')
  return keyed(tokens, (token) => {
    const within = (part: Token) => <Inline tokens={(part as Tokens.Strong).tokens} depth={depth + 1} />
    switch (token.type) {
      case 'strong':
        return <strong>{within(token)}</strong>
      case 'em':
        return <em>{within(token)}</em>
      case 'del':
        return <del>{within(token)}</del>
      case 'codespan':
        return <code dir="ltr">{(token as Tokens.Codespan).text}</code>
      case 'br':
        return <br />
      case 'link':
      case 'image':
        return <Away token={token as Tokens.Link | Tokens.Image} />
      case 'text': {
        const text = token as Tokens.Text
        return text.tokens ? <Inline tokens={text.tokens} depth={depth + 1} /> : unescaped(text.text)
      }
      case 'escape':
        return (token as Tokens.Escape).text
      default:
        return token.raw
    }
  })
}

/** A link, or an image, which would tell its server who reads this. Where it leads stands beside a name that says otherwise. */
function Away({ token }: { token: Tokens.Link | Tokens.Image }) {
  const { t } = useTranslation('governance')
  const href = safeHref(token.href)
  const name = token.text.trim()
  if (href === null) return token.raw
  const { host } = new URL(href)
  const isImage = token.type === 'image'
  const text = isImage ? t('image', { name: name || host }) : name || href
  const saysWhere = text === host || hostOf(text) === host || host === ''
  return (
    <>
      <OutLink href={href}>{text}</OutLink>
      {saysWhere ? null : <bdi> ({host})</bdi>}
    </>
  )
}

/** What a name that is an address itself says where it leads. */
function hostOf(text: string): string | null {
  const href = safeHref(text)
  return href === null ? null : new URL(href).host
}

/** Names of letters as one writes them in HTML; every other is shown as it stands. */
function unescaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    nbsp: '\u00a0',
  }
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => names[name] ?? whole)
}

function keyed<T>(all: readonly T[], draw: (one: T) => ReactNode): ReactNode {
  return all.map((one, at) => <Fragment key={at}>{draw(one)}</Fragment>)
}
