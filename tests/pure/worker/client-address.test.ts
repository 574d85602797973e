import { expect, test } from 'vitest';
import { clientAddress, networkOf, networksAround } from '../../../src/worker/platform/client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  ['::1', null],
  ['127.0.0.1', null],
  ['127.8.8.8', null],
  ['::ffff:127.0.0.1', null],
  ['', null],
  [null, null],
])('the sender behind %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('without an address nobody is limited on one machine, and everybody together in production', () => {
  const request = new Request('http://localhost/');
  expect(clientAddress(request, { environment: 'development' })).toBeNull();
  expect(clientAddress(request, { environment: 'production' })).toBe('unknown');
});

test('the platform says who sent a request', () => {
  const request = new Request('http://localhost/', { headers: { 'CF-Connecting-IP': '203.0.113.7' } });
  expect(clientAddress(request, { environment: 'development' })).toBe('203.0.113.7');
  expect(clientAddress(request, { environment: 'production' })).toBe('203.0.113.7');
});

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:55:a1f2::/64', ['2001:db8:55:a1f2::/64', '2001:db8:55:a1::/56', '2001:db8:55::/48']],
  ['2001:db8:55:a1::/64', ['2001:db8:55:a1::/64', '2001:db8:55:0::/56', '2001:db8:55::/48']],
  [null, []],
])('%s is counted with its wider networks', (network, networks) => {
  expect(networksAround(network)).toEqual(networks);
});
