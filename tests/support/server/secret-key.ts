/** Of the service in every test that names one: random once, and the same in all processes of a test. */
export const TEST_SECRET_KEY = 'k3wQ0bX1nT7sVZ5uYh8Ej2RmGf4Lc9PaDt6iNoBxWyA';
