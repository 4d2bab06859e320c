import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Container from '@mui/material/Container'
import CssBaseline from '@mui/material/CssBaseline'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// What one would build in an afternoon with React and MUI alone: the same rows, all of them in the document, and the
// same form; no router, no texts in other languages, no stream, no checks. The address says which of the two.

interface Row {
  id: number
  rank: number | null
  moniker: string | null
  bond_status: string
  uptime: number | null
  tokens: string | null
  recent_signatures: string
}

const colors: Readonly<Record<string, string>> = { s: '#9aa', p: '#55d', n: '#088', m: '#c22' }

function Strip({ letters }: { letters: string }) {
  return (
    <svg role="img" aria-label={letters} width={240} height={20}>
      {[...letters].map((letter, at) => (
        <rect key={at} x={at * 4} y={2} width={3} height={16} fill={colors[letter] ?? '#ddd'} />
      ))}
    </svg>
  )
}

function List() {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    void fetch('/api/blockchains/list/1/')
      .then((answer) => answer.json())
      .then(({ validators }: { validators: Row[] }) => setRows(validators))
  }, [])
  return (
    <Container>
      <Typography variant="h4" component="h1">
        Validators
      </Typography>
      <TableContainer>
        <Table size="small">
          <TableHead>
            <TableRow>
              {['#', 'Name', 'State', 'Blocks', 'Uptime', 'Tokens'].map((text) => (
                <TableCell key={text}>{text}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.id} data-row={row.id}>
                <TableCell>{row.rank}</TableCell>
                <TableCell>{row.moniker}</TableCell>
                <TableCell>
                  <Chip size="small" label={row.bond_status} />
                </TableCell>
                <TableCell>
                  <Strip letters={row.recent_signatures} />
                </TableCell>
                <TableCell>{row.uptime}</TableCell>
                <TableCell>{row.tokens}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Container>
  )
}

function SignIn() {
  return (
    <Container maxWidth="xs">
      <Typography variant="h4" component="h1">
        Sign in
      </Typography>
      <TextField name="email" label="E-mail" type="email" fullWidth margin="normal" />
      <TextField name="password" label="Password" type="password" fullWidth margin="normal" />
      <Button variant="contained" fullWidth>
        Sign in
      </Button>
    </Container>
  )
}

const place = document.querySelector('#root')
if (place)
  createRoot(place).render(
    <ThemeProvider theme={createTheme()}>
      <CssBaseline />
      {location.pathname === '/login' ? <SignIn /> : <List />}
    </ThemeProvider>,
  )
