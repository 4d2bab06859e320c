import { useState } from 'react'
import { styled } from '../ui/theme/styled.tsx'

/** Where there is no picture, or it does not load. */
const favicon = '/favicon.svg'
const Picture = styled('img')({ borderRadius: '50%', objectFit: 'cover' })

interface Props {
  /** Its address; null: the user has none. */
  avatar: string | null
  /** Its text alternative; empty where the name is beside it. */
  alt?: string
  /** Px. */
  size: number
}

/** The picture of a user, the same wherever it is shown: the favicon where there is none (P483). */
export function UserPicture({ avatar, alt = '', size }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <Picture
      src={broken === avatar ? favicon : (avatar ?? favicon)}
      alt={alt}
      width={size}
      height={size}
      onError={() => setBroken(avatar)}
    />
  )
}
