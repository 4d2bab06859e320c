/** Where `vite dev` finds the API. The product itself never reads this: the server serves the built page. */
export const apiOrigin = process.env['ROUNDSMAN_WEB_API'] ?? 'http://127.0.0.1:8000'
