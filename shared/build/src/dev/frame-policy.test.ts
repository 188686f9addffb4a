import { describe, expect, it } from '@rstest/core'
import { withDevelopmentServer } from './frame-policy.ts'

const policy = [
  "default-src 'none'",
  'script-src https://pim.example/assets/ https://pim.example/sign-in.js',
  "connect-src 'self' https://login.example",
  "object-src 'none'",
  'report-uri /policy-violations',
].join('; ')

const changed = withDevelopmentServer(policy, 'https://pim.example', ['http://localhost:3100', 'http://localhost:3101'])

describe('the policy of a page in the frame', () => {
  it('allows the frame what it allows the installation, and the code of the section', () => {
    expect(changed).toContain('http://localhost:3100/assets/')
    expect(changed).toContain('http://localhost:3100/sign-in.js')
    expect(changed).toMatch(/script-src [^;]*http:\/\/localhost:3101\/(?:;| |$)/)
    expect(changed).toContain('ws://localhost:3101')
  })

  it('refuses what the installation refuses, and reports nothing to it', () => {
    expect(changed).toContain("default-src 'none'")
    expect(changed).toContain("object-src 'none'")
    expect(changed).not.toContain('unsafe')
    expect(changed).not.toContain('report-uri')
  })
})
