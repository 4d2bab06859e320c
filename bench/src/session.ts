/** Cookies of a signed-in browser, as the product hands them out; `from` is the address a proxy would name. */
export async function signIn(
  origin: string,
  email: string,
  password: string,
  from = '198.51.100.1',
): Promise<string> {
  const forwarded = { 'x-forwarded-for': from }
  const first = await fetch(`${origin}/api/networks/`, { headers: forwarded })
  const guest = cookiesOf(first)
  const token = guest.get('csrftoken') ?? ''
  const answer = await fetch(`${origin}/api/users/login/`, {
    method: 'POST',
    headers: {
      ...forwarded,
      'content-type': 'application/json',
      'x-csrftoken': token,
      cookie: header(guest),
    },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`login answered ${answer.status}`)
  return header(new Map([...guest, ...cookiesOf(answer)]))
}

function cookiesOf(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().flatMap((line) => {
      const [name, value] = line.split(';')[0]?.split('=', 2) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
}

const header = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
