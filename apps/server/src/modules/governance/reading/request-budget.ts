/** How many requests may be put to the endpoints of one network. */
export interface RequestBudget {
  /** Ms until so many may be put; 0: now. */
  wait(requests: number, now: number): number
  spend(requests: number, now: number): void
}

/**
 * What this is reckoned for: ten networks, each with a hundred watched validators and three open proposals. One endpoint at
 * most answers what is asked of a network (others are asked only where nothing can be proven, each the same), so that a
 * request a second for each network is a request a second for an endpoint.
 *
 * A round of all votes is 3 × (100 + 1) = 303 requests, five minutes at this pace; every twenty minutes, as long as an end is
 * far, it takes a quarter of it. The list of what is open takes a tenth (`listEveryMs`), tallies two requests an hour each.
 * In the last hour of a proposal the budget is what bounds the looks: each of a hundred validators every two minutes.
 *
 * A vote takes 0.3 ms to prove, and a network an hour of this 2.4 s for all else, writing included (2026-11-26, two cores):
 * ten networks at full pace take 1 % of a core.
 */
const requestsPerSecond = 1
/** What was not spent is kept so long: two exchanges of ten keys. */
const most = 20

/** @param now of the clock that never jumps, ms, here and in every call */
export function createRequestBudget(now: number): RequestBudget {
  let left = most
  let at = now

  function fill(then: number): void {
    left = Math.min(most, left + ((then - at) / 1000) * requestsPerSecond)
    at = then
  }

  return {
    wait(requests, then) {
      fill(then)
      // One that costs more than is ever kept is put when all is there, and paid for afterwards.
      const lacking = Math.min(requests, most) - left
      return lacking <= 0 ? 0 : Math.ceil((lacking / requestsPerSecond) * 1000)
    },
    spend(requests, then) {
      fill(then)
      left -= requests
    },
  }
}
