/** Names that somebody may give a validator: markup, other scripts, marks, and what turns or hides. */
export const hostile = [
  '<img src=x onerror=alert(1)>',
  '@everyone',
  '=cmd()',
  '\u202egnp.exe\u2066',
  'x'.repeat(10_000),
  'a\r\nBcc: eve@example.org',
  '\ud800 half',
  'Ż̶̢̛͓̮̰̫a̷̧̨̛̱l̸̡̛̖g̵̢̛̩o̶̡̢̖',
  '👩‍👩‍👧‍👦'.repeat(40),
  '€'.repeat(70),
  '',
]
