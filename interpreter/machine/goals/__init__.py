"""Chains and groups as generated text: searched for, or watched as stones come."""
