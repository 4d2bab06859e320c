// @vitest-environment node
import type { Boot } from '@roundsman/contract/networks'
import { describe, expect, it } from 'vitest'
import { type FirstViewAsk, renderFirstView } from './render-first-view.tsx'
import { stillPicture } from './still-picture.ts'

const boot: Boot = {
  default_blockchain_id: 1,
  provider: { name: 'Example <Nodes>', url: 'https://example.org', links: [] },
  notice: { en: 'A notice', ru: 'Сообщение', uk: 'Повідомлення' },
  google_client_id: null,
  networks: [
    {
      host: 'n0.example',
      blockchain_id: 1,
      chain_id: null,
      kind: 'COSMOS',
      logo: '',
      domain: 'https://n0.example',
      name: 'Celestia Mainnet',
      symbol: 'TIA',
      is_da_enabled: true,
      access: 'VIP',
      explorer_url: null,
    },
  ],
}
const draw = (ask: Pick<FirstViewAsk, 'page' | 'language'>) =>
  renderFirstView({ boot, host: 'n0.example', now: Date.UTC(2026, 10, 21), ...ask })
const pages = ['/login', '/'] as const

describe('P109: the first view', () => {
  it.each([
    ['/login', 'en', ['Sign in', 'A notice', 'Example &lt;Nodes&gt;', '2026', 'Celestia Mainnet']],
    ['/login', 'ru', ['Вход', 'Сообщение', 'Example &lt;Nodes&gt;', '2026']],
    ['/login', 'uk', ['Вхід', 'Повідомлення']],
    ['/', 'en', ['Validators', 'A notice', 'Celestia Mainnet']],
    ['/', 'ru', ['Валидаторы', 'Сообщение']],
  ] as const)('of %s in %s says what the page will', async (page, language, texts) => {
    const { html } = await draw({ page, language })
    for (const text of texts) expect(html).toContain(text)
  })

  it.each(pages)('of %s brings the rules of all that it shows, and says which', async (page) => {
    const { html, styles } = await draw({ page, language: 'en' })
    const words = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
    const ours = new Set(words.filter((name) => name.startsWith('rm-')).map((name) => name.slice(3)))
    const brought = [...styles.matchAll(/data-emotion="rm ([^"]*)"/g)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    expect(ours.size).toBeGreaterThan(20)
    expect(brought).toEqual(expect.arrayContaining([...ours]))
    expect(styles).toContain('--rm-palette-primary-main:#666CFF')
    expect(styles.match(/<style(?! nonce="__CSP_NONCE__")/g)).toBeNull()
  })

  it('of the list also brings the rules of the rows that come', async () => {
    const { html, styles } = await draw({ page: '/', language: 'en' })
    expect(html).not.toContain('moniker')
    expect(styles).toContain('[data-kind="missed"]')
  })

  it.each(pages)('of %s is a picture: nothing in it can be used, followed or found', async (page) => {
    const { html } = await draw({ page, language: 'en' })
    expect(html).not.toMatch(/\s(id|for|name|href|style|role|tabindex|aria-[a-z]+|data-testid)="/)
    expect(html).not.toMatch(/<script|<link|<!--/)
    for (const [tag] of html.matchAll(/<(button|input)\b[^>]*>/g)) expect(tag).toContain(' disabled')
  })
})

describe('a still picture', () => {
  it.each([
    ['<a href="/x" class="c">t</a>', '<a class="c">t</a>'],
    ['<input type="email" name="e" placeholder="a &gt; b"/>', '<input placeholder="a &gt; b" disabled/>'],
    ['<button type="submit" disabled="">t</button>', '<button disabled="" disabled>t</button>'],
    ['<div style="a:b" aria-label="l">t</div>', '<div data-style="a:b">t</div>'],
    [
      '<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"></path></svg>',
      '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
    ],
    ['<!--$-->t<!--/$--><script>1\n</script><link rel="preload" href="/f"/>', 't'],
  ])('of %s is %s', (html, picture) => {
    expect(stillPicture(html)).toBe(picture)
  })
})
