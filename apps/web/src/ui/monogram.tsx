import { useState } from 'react'
import { styled } from './theme/styled.tsx'
import { type MonogramTone, monogramTones } from './theme/theme-types.ts'

interface Props {
  name: string
  /** Keeps the tone when the name changes; the name itself if left out. */
  seed?: string
  tone?: MonogramTone
  size?: number
  image?: string | null
}

const Tile = styled('span')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  overflow: 'hidden',
  fontWeight: 650,
  lineHeight: 1,
  letterSpacing: 0,
  ...Object.fromEntries(
    monogramTones.map((tone) => [
      `&:where([data-ground="${tone}"])`,
      {
        color: theme.vars.palette.monogram[tone].main,
        backgroundColor: theme.vars.palette.monogram[tone].tint,
      },
    ]),
  ),
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
}))

/** Letters on a quiet tile, or the picture where there is one that loads. Ornament: the name stands beside it. */
export function Monogram({ name, seed = name, tone, size = 24, image }: Props) {
  // Which one: another picture may load.
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <Tile
      aria-hidden
      data-ground={tone ?? toneOf(seed)}
      style={{
        width: size,
        height: size,
        borderRadius: size >= 32 ? 8 : 7,
        fontSize: Math.max(10, Math.round(size * 0.42)),
      }}
    >
      {image && image !== broken ? (
        <img src={image} alt="" loading="lazy" decoding="async" onError={() => setBroken(image)} />
      ) : (
        initialsOf(name) || '#'
      )}
    </Tile>
  )
}

/** Up to two letters or digits: of the first two words, else of the only one. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

function toneOf(seed: string): MonogramTone {
  let hash = 7
  for (const sign of seed) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
  return monogramTones[hash % monogramTones.length] ?? 'violet'
}
