"""What ``python -m verify --new FOLDER`` copies: whole papers, judged and tested where they are."""
