/**
 * Countries whose numbers are not taken unless ROUNDSMAN_PHONE_COUNTRIES names them: where messages and calls at the
 * receiver's profit (SMS pumping, International Revenue Share Fraud) are known to end, by what providers publish
 * about it (Twilio, "Preventing fraud" and "Verify geo permissions", https://www.twilio.com/docs/verify/preventing-toll-fraud;
 * the destinations that carriers' fraud reports name year after year). A judgment, not a law of nature: a site that
 * serves users there names its countries itself.
 */
export const highRiskCountries: ReadonlySet<string> = new Set([
  // Africa
  ...['BF', 'BI', 'BJ', 'CD', 'CF', 'CG', 'CI', 'CM', 'DJ', 'DZ', 'ER', 'ET', 'GA', 'GM', 'GN', 'GQ', 'GW'],
  ...['KM', 'LR', 'LS', 'LY', 'MG', 'ML', 'MR', 'MW', 'MZ', 'NE', 'NG', 'SD', 'SL', 'SN', 'SO', 'SS', 'ST'],
  ...['SZ', 'TD', 'TG', 'TN', 'UG', 'ZM', 'ZW'],
  // Asia
  ...['AF', 'AZ', 'BD', 'BT', 'ID', 'IQ', 'IR', 'KG', 'KH', 'KP', 'LA', 'LK', 'LB', 'MM', 'MV', 'NP', 'PK'],
  ...['PS', 'SY', 'TJ', 'TL', 'TM', 'UZ', 'YE'],
  // America
  ...['CU', 'DM', 'GD', 'GY', 'HT', 'JM', 'MS', 'NI', 'SR', 'VC', 'VE'],
  // Islands whose few numbers are mostly rented out
  ...['AC', 'AS', 'CK', 'FK', 'FM', 'IO', 'KI', 'MH', 'NR', 'NU', 'PG', 'PW', 'SB', 'SH', 'TA', 'TK', 'TO'],
  ...['TV', 'VU', 'WF', 'WS'],
])

/**
 * Numbers set aside for examples, which reach nobody and which the library calls not valid: mobile numbers of
 * Ofcom's "Telephone numbers for use in TV and radio drama programmes". Taking them costs nothing.
 */
export const exampleNumbers: readonly { pattern: RegExp; country: string }[] = [
  { pattern: /^\+447700900\d{3}$/, country: 'GB' },
]
