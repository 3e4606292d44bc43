import { expect, it } from 'vitest';
import { redirectUrlProblem } from './redirect-url.ts';

it.each([
  'https://app.example/callback',
  'https://app.example:8443/callback?kept=%20&b=1',
  'http://127.0.0.1:9000/callback',
  'http://localhost/callback',
  'http://[::1]:9000/callback',
  'com.example.app:/callback',
  'figma-tool://callback',
  'msal-app://auth',
  'feedback://callback',
])('an app may have people sent back to %s', (address) => {
  expect(redirectUrlProblem(address)).toBeUndefined();
});

it.each([
  ['http://app.example/', /https/],
  ['http://127.0.0.1.evil.example/', /https/],
  ['http://localhost.evil.example/', /https/],
  ['JavaScript:alert(1)', /https/],
  ['blob:https://app.example/x', /https/],
  ['ms-msdt:x', /https/],
  ['search-ms:query=x', /https/],
  ['mailto:person@app.example', /https/],
  ['view-source:https://app.example/', /https/],
  ['wss://app.example/', /https/],
  ['https://*.app.example/', /character/],
  ['//app.example/', /absolute/],
  ['https://user@app.example/', /user/],
  ['https://app.example/#', /fragment/],
  ['https://app.example/\u00e4', /character/],
  ['https://app.example\\@evil.example/', /character/],
  ['https://app.example/\n', /character/],
])('an app may not have people sent back to %j', (address, says) => {
  expect(redirectUrlProblem(address)).toMatch(says);
});
