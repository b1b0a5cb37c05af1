import { addSalonDays, salonDate } from '../../../src/salon/salon-time.ts';

const TIME_ZONE = 'America/Los_Angeles';

/** Books the first free time there is and returns the booking's position in the log. */
export async function book(url: string): Promise<string> {
  const today = salonDate(new Date(), TIME_ZONE);
  for (let ahead = 1; ahead < 14; ahead += 1) {
    const response = await fetch(`${url}/api/bookings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        customer_name: 'Ada Lovelace',
        customer_email: 'ada@example.com',
        customer_phone: '(925) 555-0100',
        appointment_date: addSalonDays(today, ahead),
        appointment_time: '11:00 AM',
        services: [{ id: 'scalp-treatment', name: 'Scalp Treatment', price: '$0', duration: 30 }],
        notes: null,
        sms_consent: true,
        total_amount: 'Price Varies - Determined at Consultation',
      }),
    });
    const { position } = (await response.json()) as { readonly position?: string };
    if (position !== undefined) return position;
  }
  throw new Error('nothing could be booked');
}
