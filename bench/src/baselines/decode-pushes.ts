import { gunzipSync } from 'node:zlib'
import { pushesOf } from '@roundsman/bridges/bridge-push'
import { readOtlpRequest } from '@roundsman/bridges/otlp'
import { bridgeBody } from '../bridge-bodies.ts'

// Unpacks and reads the same push again and again, and prints how often in a second.
const body = bridgeBody({ namespace: 'celestia', peerId: '12D3KooWSomePeer' })
const until = performance.now() + 5_000
let count = 0
while (performance.now() < until) {
  pushesOf(readOtlpRequest('application/x-protobuf', gunzipSync(body)))
  count += 1
}
console.log(JSON.stringify({ perSecond: count / 5, unpacked: gunzipSync(body).length }))
