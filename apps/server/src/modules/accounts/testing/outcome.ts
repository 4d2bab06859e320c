/** What became of a request: the status, and the code where the body is a problem. */
export async function outcome(
  answer: Promise<{ statusCode: number; body: string }>,
): Promise<[number, string | null | undefined]> {
  const { statusCode, body } = await answer
  return [statusCode, body === '' ? null : (JSON.parse(body) as { code?: string }).code]
}
