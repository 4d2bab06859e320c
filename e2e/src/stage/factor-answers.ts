import type { SecondFactors } from '@roundsman/contract/accounts/second-factor'
import { stageTime } from './answers.ts'

const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()

export const noSecondFactors: SecondFactors = { totp: false, passkeys: [], recovery_codes_left: 0 }

export const secondFactors: SecondFactors = {
  totp: true,
  passkeys: [
    { id: 1, name: 'Firefox on Linux', created_at: ago(8_640_000), last_used_at: ago(5_400) },
    { id: 2, name: 'YubiKey in the safe', created_at: ago(8_600_000), last_used_at: null },
  ],
  recovery_codes_left: 9,
}

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
export const totpStart = {
  secret,
  uri: `otpauth://totp/Roundsman:robin%40example.org?issuer=Roundsman&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
}

export const recoveryCodes = {
  recovery_codes: [
    'k3vbqa-52hwzn-6tmcue-xpr4ds',
    'zq7fld-ay2mhn-tgb5ko-3wexvi',
    'm5cjru-pd6qws-h4lytn-va2zbf',
    'e2xgka-w7nobv-ci3msr-q6tudh',
    'b6tpzl-3hvfkm-yn4wqa-gs5xce',
    'u4rdwi-oq2ext-bzc7kp-nl6mhy',
    'fa5smv-x3gjcl-d7qpwo-ktr2ub',
    'hn6yqe-t2zbku-vm4fxi-ow3csl',
    'p7lwco-k5dsar-gx6unt-bhe4qm',
    'v2khmx-uf7ybz-l3wpdq-tic5rn',
  ],
}
